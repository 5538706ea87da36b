export { ask, type Answer } from './ask.ts';
export { Connection, type ConnectionOwner, type RequestSink } from './connection.ts';
export { isDamagedText } from './damaged-text.ts';
export { IdleProbe, type IdleProbeOptions, type ProbeQuestions } from './idle-probe.ts';
export { isSessionLost } from './http/session-lost.ts';
export { childEnvironment, type ChildEnvironmentParts } from './stdio/child-environment.ts';
export { ChildRecords } from './stdio/child-records.ts';
export { LineSchedule } from './line-schedule.ts';
export { keptEndBytes, LineReader, type LineReceiver, type OverlongLine } from './stdio/line-reader.ts';
export { RestartPolicy, type RestartPolicyOptions } from './stdio/restart-policy.ts';
export { openStdioChannel, type StdioChannel, type StdioOptions } from './stdio/stdio-channel.ts';
export {
  Supervisor,
  type HandshakeTrouble,
  type RestartSchedule,
  type SupervisorOptions,
  type SupervisorOwner,
} from './supervisor.ts';
