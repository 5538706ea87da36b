export { type ArgumentError, readArgumentError } from './argument-text.ts';
export { classify } from './classify.ts';
export type { ClassifyContext } from './finding.ts';
export { classifyHttpStatus, type HttpContext } from './http-answer.ts';
export { reasonIn } from './reason-in.ts';
export { classifyRpcError, type RpcContext, type RpcError } from './rpc-error.ts';
export type { ClassifyRule, ErrorPattern } from './rules.ts';
export { classifyIssues } from './validation.ts';
