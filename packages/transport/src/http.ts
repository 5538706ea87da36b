export { openHttpPool, type HttpPool, type HttpPoolOptions } from './http/http-pool.ts';
export { openRemoteChannel, type RemoteChannelOptions } from './http/remote-channel.ts';
export type { ParamHeaders } from './http/request-headers.ts';
export { openSseChannel, type SseChannelOptions } from './sse/sse-channel.ts';
