import type { Locale } from '@breakwater/core';

/** The server that a sentence is about, by its configured key, and the language to say it in. */
export interface Subject {
  readonly server: string;
  readonly locale: Locale;
}

/** What the body of an answer turned out to be. */
export type SeenBody = 'nothing' | 'broken-json' | 'html' | 'markup' | 'text' | 'binary';

/** Why a command can't even be tried. */
export type CommandProblem = 'not-found' | 'line-break' | 'too-long';

const en = {
  outputClosed: (server: string) => `The server "${server}" has closed its output and can no longer be reached.`,
  inputClosed: (server: string) => `The server "${server}" has closed its input and can no longer be reached.`,
  exitCode: (code: number | null) => `exit code ${code}`,
  signal: (name: string) => `signal ${name}`,
  ended: (server: string, how: string) => `The server "${server}" has ended (${how}).`,
  endedSilently: (server: string, how: string) => `The server "${server}" ended before it said anything (${how}).`,
  runByHand: 'Run its command in a terminal to see what it needs to start.',
  stopped: (server: string) => `The server "${server}" was stopped.`,
  notReading: (server: string) => `The server "${server}" does not read the messages that wait for it.`,

  notStarted: (server: string, reason: string) => `The server "${server}" could not be started: ${reason}.`,
  directoryMissing: 'its working directory does not exist',
  createDirectory: 'Create the directory, or correct "cwd" in the configuration.',
  noRoom: (code: string) => `the machine has no room for another process (${code})`,
  makeRoom: 'Free memory, processes or open files, then try again.',
  commandNotFound: (command: string) => `the command "${command}" was not found`,
  commandLineNotFound: (program: string) =>
    `"${program} …" as a whole is no command that was found; arguments belong in "args"`,
  splitCommand: (command: string) => `Leave "${command}" in "command", and write each of its arguments into "args".`,
  interpreterNotFound: (command: string) => `the interpreter that the first line of "${command}" names was not found`,
  installCommand: 'Install it, or correct "command" or PATH in the configuration.',
  commandForbidden: (command: string) => `the command "${command}" may not be executed`,
  makeExecutable: 'Make the file executable, or correct "command" in the configuration.',
  commandNoProgram: (command: string) => `the command "${command}" is no program`,
  nameInterpreter: 'Begin a script with a #! line, or name its interpreter as "command".',
  commandFailed: (command: string, code: string | undefined) =>
    `the command "${command}" failed with ${code ?? 'an unknown error'}`,
  argumentLineBreak: 'an argument holds a line break, which a batch file cannot take',
  argumentsTooLong: 'its arguments are longer than a batch file can take',
  correctCommand: 'Correct "command" and "args" in the configuration.',

  invalidMessage: (server: string) => `The server "${server}" sent an invalid message, so its answer cannot be read.`,
  invalidJson: (server: string, value: string) =>
    `The server "${server}" sent invalid JSON (${value}), so its answer cannot be read.`,
  mixedOutput: (server: string) =>
    `The server "${server}" wrote its answer on one line with other output, so its answer cannot be read.`,
  writeLines: 'Have the server write each message as one line of valid JSON-RPC.',
  logToStderr: 'Have the server write logs to stderr: stdout is for messages, one on each line.',
  bytes: (count: number) => `${count} bytes`,
  overlong: (server: string, size: string, limit: string) =>
    `The answer of the server "${server}" is too large: ${size}, and the limit is ${limit}.`,
  stillOverlong: (server: string, size: string, limit: string) =>
    `The answer of the server "${server}" is too large: more than ${size} so far, and the limit is ${limit}.`,
  largerThan: (server: string, limit: string) =>
    `The answer of the server "${server}" is larger than the ${limit} that are allowed.`,
  askForLess: 'Ask for less at a time, or raise "maxMessageBytes" in the configuration.',

  closed: (server: string) => `The connection to the server "${server}" was closed.`,
  sessionLost: (server: string) => `The server "${server}" no longer knows this session; a new one is needed.`,
  nameNotFound: (server: string) => `The name in the url of the server "${server}" could not be resolved.`,
  connectionRefused: (server: string) => `The server "${server}" cannot be reached: nothing listens at its address.`,
  noTls: (server: string) => `The server "${server}" does not answer with TLS. Its url may have to begin with http:.`,
  badHeaders: (server: string) =>
    `A request to the server "${server}" cannot be made with the headers of its configuration.`,
  unreadable: (server: string, seen: SeenBody, mediaType: string | undefined) =>
    `The server "${server}" answered with ${seenInEnglish[seen]} ${
      mediaType === undefined ? 'without a content type' : `under the content type ${mediaType}`
    }, not with a message.`,
  onlyStatus: (server: string, status: number) =>
    `The server "${server}" answered HTTP ${status} instead of a message.`,
  noAnswer: (server: string) => `The server "${server}" answered without the answer to this request.`,
  brokenEvent: (server: string) => `The server "${server}" sent an event that is broken JSON.`,
  requestStreamEnded: (server: string) => `The server "${server}" ended its stream before the answer came.`,
  eventStreamEnded: (server: string) => `The server "${server}" ended its event stream.`,
  noEventStream: (server: string, status: number, mediaType: string) =>
    `The server "${server}" answered HTTP ${status} with ${mediaType} instead of an event stream.`,
  endpointMissing: (server: string, status: number, path: string) =>
    `The server "${server}" answered HTTP ${status} to a message at the path "${path}" that it had named.`,
  endpointNoAddress: (server: string) => `The server "${server}" named an endpoint that is no address.`,
  endpointElsewhere: (server: string, path: string) =>
    `The server "${server}" asked for its messages at another origin, path "${path}"; that was refused.`,

  redirectNowhere: (server: string, status: number) =>
    `The server "${server}" answered HTTP ${status} without an address to go to.`,
  redirectToHttp: (server: string, status: number) =>
    `The server "${server}" answered HTTP ${status}, a redirect from https to http; that was refused. Check the server's url.`,
  redirectToHost: (server: string, status: number, path: string) =>
    `The server "${server}" answered HTTP ${status}, a redirect to another host, path "${path}"; set that address as its url if it is right.`,
  redirectToOrigin: (server: string, status: number, path: string, scheme: string) =>
    `The server "${server}" answered HTTP ${status}, a redirect to ${scheme} on another port or scheme, path "${path}"; set that address as its url if it is right.`,
  redirectLosesMessage: (server: string, status: number, path: string) =>
    `The server "${server}" answered HTTP ${status}, a redirect that loses the message; set its url to the path "${path}".`,
  redirectedTooOften: (server: string, most: number) => `The server "${server}" redirected more than ${most} times.`,
};

const seenInEnglish: Readonly<Record<SeenBody, string>> = {
  nothing: 'nothing',
  'broken-json': 'JSON that cannot be read',
  html: 'an HTML page',
  markup: 'XML or HTML',
  text: 'plain text',
  binary: 'binary data',
};

const zh: typeof en = {
  outputClosed: (server) => `服务器“${server}”已关闭其输出，无法再与它通信。`,
  inputClosed: (server) => `服务器“${server}”已关闭其输入，无法再与它通信。`,
  exitCode: (code) => `退出码 ${code}`,
  signal: (name) => `信号 ${name}`,
  ended: (server, how) => `服务器“${server}”已结束（${how}）。`,
  endedSilently: (server, how) => `服务器“${server}”尚未发出任何消息就已结束（${how}）。`,
  runByHand: '请在终端中运行它的命令，看看启动还缺什么。',
  stopped: (server) => `服务器“${server}”已被停止。`,
  notReading: (server) => `服务器“${server}”不读取等待它的消息。`,

  notStarted: (server, reason) => `服务器“${server}”无法启动：${reason}。`,
  directoryMissing: '其工作目录不存在',
  createDirectory: '请创建该目录，或更正配置中的“cwd”。',
  noRoom: (code) => `本机没有余力再启动一个进程（${code}）`,
  makeRoom: '请释放内存、进程或打开的文件，然后重试。',
  commandNotFound: (command) => `找不到命令“${command}”`,
  commandLineNotFound: (program) => `“${program} …”整体作为一个命令，未能找到；参数应写入“args”`,
  splitCommand: (command) => `请在“command”中只保留“${command}”，并把它的各个参数分别写入“args”。`,
  interpreterNotFound: (command) => `找不到“${command}”第一行所指定的解释器`,
  installCommand: '请安装它，或更正配置中的“command”或 PATH。',
  commandForbidden: (command) => `没有执行命令“${command}”的权限`,
  makeExecutable: '请把该文件设为可执行，或更正配置中的“command”。',
  commandNoProgram: (command) => `命令“${command}”不是程序`,
  nameInterpreter: '请在脚本开头写 #! 行，或把它的解释器写作“command”。',
  commandFailed: (command, code) => `命令“${command}”失败（${code ?? '未知错误'}）`,
  argumentLineBreak: '有一个参数含有换行，批处理文件无法接受',
  argumentsTooLong: '其参数超过了批处理文件所能接受的长度',
  correctCommand: '请更正配置中的“command”和“args”。',

  invalidMessage: (server) => `服务器“${server}”发来了无效的消息，因此无法读取它的回应。`,
  invalidJson: (server, value) => `服务器“${server}”发来了无效的 JSON（${value}），因此无法读取它的回应。`,
  mixedOutput: (server) => `服务器“${server}”把回应与其他输出写在了同一行，因此无法读取它的回应。`,
  writeLines: '请让该服务器把每条消息写成一行有效的 JSON-RPC。',
  logToStderr: '请让该服务器把日志写到 stderr：stdout 只用于消息，每行一条。',
  bytes: (count) => `${count} 字节`,
  overlong: (server, size, limit) => `服务器“${server}”的回应过大：${size}，上限为 ${limit}。`,
  stillOverlong: (server, size, limit) => `服务器“${server}”的回应过大：目前已超过 ${size}，上限为 ${limit}。`,
  largerThan: (server, limit) => `服务器“${server}”的回应超过了允许的 ${limit}。`,
  askForLess: '请一次少要一些内容，或调高配置中的“maxMessageBytes”。',

  closed: (server) => `与服务器“${server}”的连接已关闭。`,
  sessionLost: (server) => `服务器“${server}”已不认识这个会话；需要建立新的会话。`,
  nameNotFound: (server) => `无法解析服务器“${server}”的 url 中的主机名。`,
  connectionRefused: (server) => `无法连接服务器“${server}”：其地址上没有程序在监听。`,
  noTls: (server) => `服务器“${server}”没有以 TLS 应答。它的 url 也许应以 http: 开头。`,
  badHeaders: (server) => `配置中的请求头无法用于对服务器“${server}”的请求。`,
  unreadable: (server, seen, mediaType) =>
    `服务器“${server}”的回应不是消息，而是${seenInChinese[seen]}（${
      mediaType === undefined ? '没有内容类型' : `内容类型为 ${mediaType}`
    }）。`,
  onlyStatus: (server, status) => `服务器“${server}”回应了 HTTP ${status}，而不是消息。`,
  noAnswer: (server) => `服务器“${server}”作了回应，但其中没有对这个请求的回应。`,
  brokenEvent: (server) => `服务器“${server}”发来的一个事件是损坏的 JSON。`,
  requestStreamEnded: (server) => `服务器“${server}”在回应到达之前就结束了数据流。`,
  eventStreamEnded: (server) => `服务器“${server}”结束了它的事件流。`,
  noEventStream: (server, status, mediaType) =>
    `服务器“${server}”回应了 HTTP ${status}，内容是 ${mediaType}，而不是事件流。`,
  endpointMissing: (server, status, path) =>
    `服务器“${server}”对发往它所指定的路径“${path}”的消息回应了 HTTP ${status}。`,
  endpointNoAddress: (server) => `服务器“${server}”指定的端点不是地址。`,
  endpointElsewhere: (server, path) => `服务器“${server}”要求把消息发到另一个来源（路径“${path}”）；已拒绝。`,

  redirectNowhere: (server, status) => `服务器“${server}”回应了 HTTP ${status}，却没有给出要去的地址。`,
  redirectToHttp: (server, status) =>
    `服务器“${server}”回应了 HTTP ${status}，要从 https 重定向到 http；已拒绝。请检查该服务器的 url。`,
  redirectToHost: (server, status, path) =>
    `服务器“${server}”回应了 HTTP ${status}，要重定向到另一台主机，路径“${path}”；如果该地址正确，请把它设为 url。`,
  redirectToOrigin: (server, status, path, scheme) =>
    `服务器“${server}”回应了 HTTP ${status}，要重定向到另一端口或协议（${scheme}），路径“${path}”；如果该地址正确，请把它设为 url。`,
  redirectLosesMessage: (server, status, path) =>
    `服务器“${server}”回应了 HTTP ${status}，这种重定向会丢失消息；请把它的 url 设为路径“${path}”。`,
  redirectedTooOften: (server, most) => `服务器“${server}”的重定向超过了 ${most} 次。`,
};

const seenInChinese: Readonly<Record<SeenBody, string>> = {
  nothing: '空内容',
  'broken-json': '无法读取的 JSON',
  html: 'HTML 页面',
  markup: 'XML 或 HTML',
  text: '纯文本',
  binary: '二进制数据',
};

/** What the channels say of servers, in both languages. */
export const sentences: Readonly<Record<Locale, typeof en>> = { en, zh };
