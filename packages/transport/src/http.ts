export { openHttpChannel, type HttpChannelOptions } from './http/http-channel.ts';
export { detectHttpEra, type HttpEra, type HttpEraOptions, type HttpEraOutcome } from './http/http-era.ts';
export { openHttpPool, type HttpPool, type HttpPoolOptions } from './http/http-pool.ts';
export type { ParamHeaders } from './http/request-headers.ts';
export { openSseChannel, type SseChannelOptions } from './sse/sse-channel.ts';
