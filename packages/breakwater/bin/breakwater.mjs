#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';

// Plain JavaScript that the oldest Node can read: it has to be able to say that it is too old.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`breakwater needs Node 22.19 or later; this is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  // What a relay allocates is garbage a moment later. Left to itself V8 answers with a young generation of 100 MB and more.
  setFlagsFromString('--semi-space-growth-factor=1');
  const { runProcess } = await import('../dist/cli/process.js');
  await runProcess();
}
