export { Attempt } from './attempt.ts';
export type { Call, Outcome, Principal, Safety, Target } from './call.ts';
export { CancelSource, neverCancelled, type CancelReason, type CancelSignal } from './cancel.ts';
export type { Channel, ChannelListener, Era } from './channel.ts';
export { Timer, type Clock, type Random } from './clock.ts';
export { compile, type PlanParts, type PlanRules } from './compile.ts';
export {
  eventTypes,
  EventStream,
  type BreakwaterEvent,
  type DroppedWhat,
  type EventInput,
  type EventType,
  type ServerState,
} from './events.ts';
export { failCall } from './fail-call.ts';
export { faultKinds, type FaultKind, type RecoveryAction } from './fault/catalogue.ts';
export {
  classify,
  classifyHttpStatus,
  classifyIssues,
  classifyRpcError,
  reasonIn,
  readArgumentError,
  type ArgumentError,
  type ClassifyContext,
  type ClassifyRule,
  type ErrorPattern,
  type HttpContext,
  type RpcContext,
  type RpcError,
} from './fault/classify/index.ts';
export { createFault, type FaultContext } from './fault/create-fault.ts';
export { explain, renderExplanation } from './fault/explain.ts';
export { FaultError, isFaultError } from './fault/fault-error.ts';
export { locales } from './fault/locale/locale.ts';
export { readPeerData } from './fault/peer-data.ts';
export {
  createRedactor,
  isSecretSetting,
  secretsFromEnvironment,
  shortestSoughtAnywhere,
  shortestSoughtInSuccesses,
  type KnownSecret,
  type Redacted,
  type RedactionLevel,
  type Redactor,
  type RedactorOptions,
  type StreamMask,
} from './fault/redact/index.ts';
export { deepAround } from './fault/around-asked.ts';
export { redactFailure } from './fault/redact-failure.ts';
export { renderReference } from './fault/reference.ts';
export { mayPass } from './fault/retry-advice.ts';
export { faultText } from './fault/text.ts';
export {
  codeOf,
  faultMetaKey,
  toErrorObject,
  toErrorResult,
  toWireData,
  type ContentBlock,
  type ErrorObject,
  type LegacyCodes,
  type WireFault,
} from './fault/wire.ts';
export type { Degraded, Executed, Failure, Fault, FaultIssue, Origin } from './fault/fault.ts';
export { isRawNumber, parseLossless, stringifyLossless } from './lossless-json.ts';
export type { MessageKind } from './envelope.ts';
export {
  elementsOf,
  findMember,
  membersOf,
  splice,
  withoutMembers,
  type Edit,
  type Member,
  type Span,
} from './json-members.ts';
export { Message } from './message.ts';
export { withMeta } from './meta.ts';
export type { Locale } from './fault/locale/locale.ts';
export { legacyRevisions, metaKeys, metaDomain, modernRevisions, namedBy } from './protocol.ts';
export { nearestNames } from './nearest.ts';
export type { Dispatch, Gate, Permit, Plan, SettingLevel, TimeLimit, TimeLimits, Wrap } from './plan.ts';
export { fullJitter } from './policies/backoff.ts';
export { formatDuration } from './policies/timeout.ts';
export { RetryBudget } from './policies/retry-budget.ts';
export { SystemClock } from './system-clock.ts';
export { safetyOfMethod, safetyOfTool, type ToolHints, type TrustAnnotations } from './tools/safety.ts';
export { TransientMap } from './transient-map.ts';
