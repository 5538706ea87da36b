import type { Locale } from '@breakwater/core';

const en = {
  notUtf8: 'The message is not valid UTF-8.',
  tooLarge: (sizeBytes: number, maxBytes: number) =>
    `The message has ${sizeBytes} bytes; at most ${maxBytes} are taken (maxMessageBytes).`,
  batch: 'Batches are not supported by this protocol revision; send one message at a time.',
  emptyBatch: 'The batch is empty; it must hold at least one message.',
  nestedBatch: 'A batch must not hold another batch.',
  openingInBatch: 'An initialize must not be part of a batch.',
  idInUse: 'A request with this id is still running; use a new id for each request.',
  ended: 'Breakwater was ended while the request was running.',
  ending: 'Breakwater is being ended and takes nothing new.',
  unspoken: 'Nothing here speaks this protocol version; open a session with initialize.',
  unsupportedVersion: (requested: string, supported: readonly string[]) =>
    `Protocol version ${requested} is not supported here; supported: ${supported.join(', ')}.`,

  notLoopback: 'This gateway answers on loopback only; the Host header does not name loopback.',
  otherOrigin: 'Requests from pages of another origin are refused.',
  tokenNeeded: 'A bearer token of this gateway is needed (Authorization: Bearer …).',
  notServed: (path: string, paths: readonly string[]) => `Nothing is served at ${path}; try ${paths.join(', ')}.`,
  postOnly: 'This protocol version has no sessions and no streams of its own: use POST.',
  wrongMethod: 'Use POST, GET or DELETE.',
  wrongType: 'The Content-Type must be application/json.',
  unknownRevision: (version: string, known: readonly string[]) =>
    `MCP-Protocol-Version '${version}' is not supported; supported: ${known.join(', ')}.`,
  sessionMissing: 'The Mcp-Session-Id header is missing: open a session with initialize.',
  sessionUnknown: 'The session is unknown or has ended; open a new one with initialize.',
  streamWithoutSession: 'There is no stream without a session.',
  endWithoutSession: 'There is nothing to end without a session.',

  nothingAsked: 'On this protocol version nobody is asked by the server, so there is nothing to respond to.',
  envelopeLacks: (key: string) =>
    `The request lacks _meta["${key}"], which every request carries on this protocol version.`,
  headerMissing: (name: string) => `${name} is missing; headers and body must agree.`,
  headerDiffers: (name: string, header: string, body: string | undefined) =>
    `${name} is '${header}', ${body === undefined ? 'which is not what the body says' : `the body says '${body}'`}; headers and body must agree.`,

  noServerNamed: (method: string) =>
    `No server is named by ${method}, so it can't be passed on here; use the path of one server.`,
  noResourceNamed: 'No resource is named.',
  notFound: (uri: string) => `No server that can be asked has the resource ${uri}.`,
  refUnknown: 'The `ref` names no prompt and no resource that is listed here.',
  filterMissing: 'The `notifications` to listen to are missing.',
  tooManySubscriptions: (server: string, most: number) =>
    `This host is subscribed to ${most} resources of server '${server}', and to no more than that; end one of these first (resources/unsubscribe).`,

  notDeclared: (method: string, capability: string) =>
    `This host can't answer ${method}: it did not declare the capability '${capability}'.`,
  tooManyQuestions: (most: number) => `The host has not answered ${most} questions that were put before.`,
  noQuestions: 'Servers ask by their results on this protocol version.',
  sharedServer: (method: string) => `${method} can't be answered: this server is shared by all hosts.`,
  brokenAnswer: "The host's answer was neither a result nor an error.",
  unreadableAnswer: "The host's answer could not be read.",
  noStream: 'The host has no stream open on which it could be asked.',
  hostGone: 'The host has disconnected.',
  callEnded: 'The call that the question belonged to has ended.',
  serverEnded: 'The server that asked has ended.',
};

/** What is said of the messages of hosts, and to servers that ask them. */
export type HostSentences = typeof en;

const zh: HostSentences = {
  notUtf8: '消息不是有效的 UTF-8。',
  tooLarge: (sizeBytes, maxBytes) => `消息有 ${sizeBytes} 字节，最多接受 ${maxBytes} 字节（maxMessageBytes）。`,
  batch: '此协议版本不支持批量消息；请一次发送一条消息。',
  emptyBatch: '批量消息为空；其中至少要有一条消息。',
  nestedBatch: '批量消息中不能再有批量消息。',
  openingInBatch: 'initialize 不能放在批量消息中。',
  idInUse: '使用此 id 的请求仍在运行；请为每个请求使用新的 id。',
  ended: 'Breakwater 在请求运行期间被结束。',
  ending: 'Breakwater 正在结束，不再接受新的请求。',
  unspoken: '此处没有服务器使用此协议版本；请用 initialize 打开会话。',
  unsupportedVersion: (requested, supported) => `此处不支持协议版本 ${requested}；支持：${supported.join('、')}。`,

  notLoopback: '此网关只在回环地址上应答；Host 请求头指的不是回环地址。',
  otherOrigin: '来自其他来源的页面的请求会被拒绝。',
  tokenNeeded: '需要此网关的持有者令牌（Authorization: Bearer …）。',
  notServed: (path, paths) => `${path} 处没有提供任何服务；请尝试 ${paths.join('、')}。`,
  postOnly: '此协议版本没有会话，也没有独立的数据流：请使用 POST。',
  wrongMethod: '请使用 POST、GET 或 DELETE。',
  wrongType: 'Content-Type 必须是 application/json。',
  unknownRevision: (version, known) => `不支持 MCP-Protocol-Version“${version}”；支持：${known.join('、')}。`,
  sessionMissing: '缺少 Mcp-Session-Id 请求头：请用 initialize 打开会话。',
  sessionUnknown: '会话未知或已结束；请用 initialize 打开新的会话。',
  streamWithoutSession: '没有会话就没有数据流。',
  endWithoutSession: '没有会话，也就没有可结束的内容。',

  nothingAsked: '在此协议版本中，服务器不会向任何人提问，因此没有可回应的内容。',
  envelopeLacks: (key) => `请求缺少 _meta["${key}"]；在此协议版本中，每个请求都带有它。`,
  headerMissing: (name) => `缺少 ${name}；请求头与正文必须一致。`,
  headerDiffers: (name, header, body) =>
    `${name} 是“${header}”，${body === undefined ? '与正文不符' : `而正文是“${body}”`}；请求头与正文必须一致。`,

  noServerNamed: (method) => `${method} 没有指明服务器，因此无法在此转发；请使用单个服务器的路径。`,
  noResourceNamed: '没有指明资源。',
  notFound: (uri) => `能够询问的服务器都没有资源 ${uri}。`,
  refUnknown: '`ref` 指明的提示或资源均未在此列出。',
  filterMissing: '缺少要订阅的 `notifications`。',
  tooManySubscriptions: (server, most) =>
    `此主机已订阅服务器“${server}”的 ${most} 个资源，不能再多；请先取消其中一个（resources/unsubscribe）。`,

  notDeclared: (method, capability) => `此主机无法回答 ${method}：它没有声明能力“${capability}”。`,
  tooManyQuestions: (most) => `主机还有先前提出的 ${most} 个问题没有回答。`,
  noQuestions: '在此协议版本中，服务器通过其结果提问。',
  sharedServer: (method) => `无法回答 ${method}：此服务器由所有主机共用。`,
  brokenAnswer: '主机的回答既不是结果也不是错误。',
  unreadableAnswer: '无法读取主机的回答。',
  noStream: '主机没有打开可以向它提问的数据流。',
  hostGone: '主机已断开连接。',
  callEnded: '提出此问题的调用已经结束。',
  serverEnded: '提问的服务器已经结束。',
};

/** The same in both languages. */
export const hostSentences: Readonly<Record<Locale, HostSentences>> = { en, zh };
