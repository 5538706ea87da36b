#!/usr/bin/env node
// Plain JavaScript that the oldest Node can read: it has to be able to say that it is too old.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`breakwater needs Node 22.19 or later; this is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  const { runProcess } = await import('../dist/cli/process.js');
  await runProcess();
}
