export { ask, type Answer } from './ask.ts';
export { Connection, type ConnectionOwner, type RequestSink } from './connection.ts';
export { isSessionLost } from './http/session-lost.ts';
export { childEnvironment, type ChildEnvironmentParts } from './stdio/child-environment.ts';
export { ChildRecords } from './stdio/child-records.ts';
export { LineReader, type LineReceiver, type OverlongLine } from './stdio/line-reader.ts';
export { RestartPolicy, type RestartPolicyOptions } from './stdio/restart-policy.ts';
export { openStdioChannel, type StdioChannel, type StdioListener, type StdioOptions } from './stdio/stdio-channel.ts';
export { Supervisor, type RestartSchedule, type SupervisorOptions, type SupervisorOwner } from './supervisor.ts';
