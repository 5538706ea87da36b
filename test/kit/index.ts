export { cliPath, type Gateway, type GatewayOptions, type Place, type RunOptions } from './gateway.ts';
export { HttpFront, type FrontRequest, type FrontRule } from './http-front.ts';
export { Inbox, type RequestHandlers } from './inbox.ts';
export { Journal, type JournalEntry } from './journal.ts';
export {
  at,
  isAnswer,
  isRequest,
  legacyVersion,
  modernMeta,
  modernVersion,
  textOf,
  type Json,
  type JsonRpc,
} from './json-rpc.ts';
export { Kit, useKit } from './kit.ts';
export { descendantsOf, isAlive, livingProcesses, markerName, processesOf, type ProcessSeen } from './processes.ts';
export { HttpCall, RawHttpHost, type RawHttpOptions } from './raw-http-host.ts';
export { RawStdioHost, type Exit, type RawStdioOptions } from './raw-stdio-host.ts';
export { connectV1, connectV2, type Door, type HostAbilities, type SdkHost } from './sdk-hosts.ts';
export type { FakeServer, FakeStart, ServerEntry } from './servers.ts';
export { until } from './until.ts';
