import type { FaultIssue } from '../fault.ts';
import type { Texts, Words } from './texts.ts';

/** Simplified Chinese. */
export const zh: Texts = {
  messages: {
    parse_error: '消息不是有效的 JSON。',
    invalid_request: '消息不是有效的 JSON-RPC 请求。',
    method_not_found: ({ server, name }) => `${server}没有实现该方法${quoted(name)}。`,
    capability_missing: ({ server, name }) => `${server}没有声明方法${quoted(name)}所需的能力。`,
    invalid_params: (words) => refusals(words) ?? `${words.target}的参数无效。`,
    param_missing: ({ target, field, expected }) =>
      field === undefined
        ? `${target}缺少必填参数。`
        : `缺少必填参数“${field}”${expected === undefined ? '' : `，${mustBe(expected)}`}。`,
    param_invalid: (words) => refusals(words) ?? `${words.target}的某个参数取值不允许。`,
    params_conflict: ({ target, issues }) =>
      issues.length < 2
        ? `${target}的参数相互矛盾。`
        : `${target}的参数${issues.map(({ field }) => `“${field}”`).join('、')}相互矛盾。`,
    unknown_tool: ({ server, name }) => `${server}没有${name === undefined ? '这个工具' : `工具“${name}”`}。`,
    unknown_prompt: ({ server, name }) => `${server}没有${name === undefined ? '这个提示词' : `提示词“${name}”`}。`,
    unsupported_protocol_version: ({ server }) => `${server}不支持所请求的协议版本。`,
    client_capability_missing: ({ target, required }) =>
      `${target}需要客户端未声明的能力${required === undefined ? '' : `：${required}`}。`,
    header_mismatch: 'HTTP 标头与消息内容不一致。',
    tool_error: ({ target }) => `${target}报告失败，但没有说明原因。`,
    internal: ({ target }) => `内部错误：${target}意外失败，详情在日志中，可按参考编号查找。`,
    rate_limited: '超出速率限制',
    rate_limited_long: ({ target }) => `${target}超出速率限制，所需等待超过本次调用的期限。`,
    quota_exhausted: ({ target }) => `${target}的配额已用完。`,
    budget_exceeded: ({ target }) => `${target}的预算已用完。`,
    overloaded: ({ server }) => `${server}目前负载过高。`,
    repeated_failing_call: ({ target }) => `对${target}的同一调用已多次以同样的方式失败。`,
    message_too_large: ({ target, limit }) =>
      `${target}的消息过大${limit === undefined ? '' : `，最多允许 ${limit} 字节`}。`,
    unauthenticated: ({ target }) => `${target}需要登录。`,
    token_expired: ({ target }) => `${target}的登录已过期。`,
    permission_denied: ({ target, required }) => `没有使用${target}的权限${needs(required)}。`,
    insufficient_scope: ({ target, required }) => `当前登录的授权范围不包含${target}${needs(required)}。`,
    capability_exceeded: ({ target }) => `请求超出了${target}的能力范围。`,
    tool_not_allowed: ({ target }) => `配置不允许使用${target}。`,
    confirmation_declined: ({ target }) => `用户没有确认${target}。`,
    sampling_declined: ({ target }) => `${target}所需的模型请求被拒绝。`,
    elicitation_declined: ({ target }) => `${target}向用户提出的问题被拒绝回答。`,
    upstream_unauthorized: '服务器无法登录它所需要的服务。',
    definition_changed: ({ target }) => `${target}的定义在批准之后发生了变化。`,
    not_found: ({ target }) => `${target}没有找到所请求的内容。`,
    conflict: ({ target }) => `${target}遇到冲突：状态在此期间已被更改。`,
    locked: ({ target }) => `${target}所需的资源被他人锁定。`,
    precondition_failed: ({ target }) => `${target}所依赖的前提条件不成立。`,
    business_rule: ({ target }) => `业务规则不允许${target}执行该请求。`,
    partial_failure: ({ target }) => `${target}只完成了请求的一部分。`,
    outcome_unknown: ({ target }) => `无法确定${target}是否已经执行。`,
    dependency_unavailable: ({ target }) => `${target}所依赖的服务暂时不可用。`,
    dependency_timeout: ({ target }) => `${target}所依赖的服务没有及时响应。`,
    dependency_rate_limited: ({ target }) => `${target}所依赖的服务限制了请求速率。`,
    dependency_bad_answer: ({ target }) => `${target}所依赖的服务返回了无法理解的内容。`,
    upstream_bad_answer: ({ server, target }) => `${server}对${target}返回了无法理解的内容。`,
    connect_timeout: ({ server }) => `${server}没有及时接受连接。`,
    start_timeout: ({ server }) => `${server}没有及时启动。`,
    request_timeout: ({ server, target }) => `${server}没有及时响应${target}。`,
    idle_timeout: ({ server, target }) => `${server}在处理${target}时过久没有任何动静。`,
    circuit_open: ({ target }) => `${target}当前不可用（断路器已断开）。`,
    server_starting: ({ server }) => `${server}仍在启动。`,
    server_crashed: ({ server, target }) => `${server}在响应${target}之前停止了运行。`,
    server_not_running: ({ server }) => `${server}没有运行。`,
    connection_lost: ({ server, target }) => `在${target}得到响应之前，与${server}的连接断开了。`,
    result_lost: ({ target }) => `${target}的结果已丢失。`,
    tool_crashed: ({ target }) => `${target}崩溃了。`,
    cancelled: '调用已取消。',
  },
  advice: {
    param_missing: '请补上该参数后重新调用。',
    unknown_tool: '请使用当前列表中的工具。',
    unknown_prompt: '请使用当前列表中的提示词。',
    tool_error: '请阅读工具返回的内容并修改调用，或改用其他工具。',
    internal: '如果再次出现，请报告给运维人员。',
    rate_limited_long: '请先改用其他工具，或告诉用户何时再试。',
    repeated_failing_call: '请修改参数，否则停止并告诉用户。',
    not_found: '请检查名称或编号，或先列出现有内容。',
    business_rule: '请修改请求使其符合规则，或告知用户。',
    conflict: '请先读取当前状态，再作决定。',
    precondition_failed: '请先读取当前状态，再作决定。',
    partial_failure: '只需重试失败的项目。',
    result_lost: '请先查看现有结果，仍有需要时再重新开始。',
  },
  actions: {
    fix_arguments: '请更正参数后重新调用。',
    wait_and_retry: '请等待后再发送同一调用。',
    verify_then_retry: '请先用读取操作核实是否已生效，再决定是否重发。',
    use_alternative: '请改用其他工具，或告知用户。',
    reduce_scope: '请缩小单次调用的范围。',
    sign_in: '请让用户（重新）登录。',
    ask_user: '请询问用户如何继续。',
    contact_operator: '请告知用户：需要运维人员处理。',
    stop: '请停止并告知用户。',
  },
  names: {
    target: {
      tool: (name) => (name === undefined ? '该工具' : `工具“${name}”`),
      resource: (name) => (name === undefined ? '该资源' : `资源“${name}”`),
      prompt: (name) => (name === undefined ? '该提示词' : `提示词“${name}”`),
      method: (name) => (name === undefined ? '该请求' : `“${name}”`),
      model: (name) => (name === undefined ? '该模型' : `模型“${name}”`),
      unknown: () => '该调用',
    },
    server: (name) => (name === undefined ? '服务器' : `服务器“${name}”`),
  },
  outcomeUnknown: '结果未知（outcome unknown）：请先核实再重试。',
  verdicts: {
    yes: (wait) => (wait === undefined ? '重试：可以。' : `重试：可以，请等待 ${wait}。`),
    later: (wait) => (wait === undefined ? '重试：暂时不行。' : `重试：暂时不行，最早 ${wait}后再试。`),
    verify: () => '重试：只有在核实当前状态之后才可以。',
    no: () => '重试：不行，不能原样重发。',
  },
  executed: { no: '该调用没有执行。', unknown: '该调用可能已经执行。', yes: '该调用已经执行。' },
  harmless: '该调用可能已经执行，但重发没有害处。',
  duration: (seconds) => {
    if (seconds < 120) return `${seconds} 秒`;
    if (seconds < 7_200) return `${Math.ceil(seconds / 60)} 分钟`;
    return seconds < 172_800 ? `${Math.ceil(seconds / 3_600)} 小时` : `${Math.ceil(seconds / 86_400)} 天`;
  },
  refused: (issue) => `参数${refusal(issue)}。`,
  needed: (required) => `需要：${required}。`,
  limited: (limit, windowSeconds) =>
    windowSeconds === undefined ? `上限为 ${limit}。` : `上限为每 ${zh.duration(windowSeconds)} ${limit} 次。`,
  reference: (id, facts) => `参考编号：${id}（${facts.join('，')}）。`,
  attempts: (attempt, maxAttempts) => `第 ${attempt} 次尝试，共 ${maxAttempts} 次`,
  serverSaid: (text) => `服务器原文：“${text}”`,
  support: (address) => `报告问题时请提供此编号${address === undefined ? '' : `：${address}`}`,
  stop: '。',
  space: '',
  tree: {
    root: '失败',
    branches: {
      cancelled: '由调用方取消？',
      unreadable: '消息无法读取，或名称、能力不存在？',
      unknown_name: '未知的工具或提示词？',
      other_unreadable: '其他',
      arguments: '参数错误？',
      permission: '不允许？',
      expired: '登录已过期？',
      other_permission: '其他',
      state: '资源状态或业务规则？',
      changed: '在此期间已被更改？',
      locked: '被锁定？',
      other_state: '其他',
      limit: '受到限制？',
      quota: '在某个日期之前已用完？',
      long: '等待时间超过期限？',
      size: '过大？',
      loop: '同一失败调用反复出现？',
      rate: '速率限制或负载过高？',
      dependency: '依赖、传输或超时？',
      lost: '已经执行，但结果丢失？',
      crashed: '工具自身崩溃？',
      unclear: '无法确定是否已执行？',
      open: '断路器已断开？',
      spent: '次数、预算或期限已用尽？',
      not_run: '确定没有执行？',
      repeatable: '可能已执行，但重发安全或带有幂等键？',
      not_repeatable: '可能已执行，且重发不安全',
      may_have_run: '可能已执行',
      batch: '批次中有一部分失败？',
      critical: '对进程是致命的？',
      unknown: '未知',
      answered: '工具自己的回答？',
      unexplained: '其他',
    },
    leaves: {
      silent: '不发送任何内容，丢弃迟到的响应',
      mend_caller: '不重试；需要修正发送方',
      refresh_list: '刷新一次列表，然后给出最接近的名称',
      correct_arguments: '不原样重试；指出字段、期望值和实际值，由模型更正',
      refresh_token: '刷新一次令牌后再试；否则要求登录',
      name_permission: '不重试；说明所需权限并停止',
      read_again: '读取当前状态，再作决定',
      report: '不重试；如实报告',
      next_tier: '重置之前不重试；改用其他层级或工具，或告知用户',
      stop_with_time: '停止，并说明何时值得再试',
      reduce: '不原样重试；缩小范围',
      change_or_stop: '修改参数，否则停止',
      wait: '在期限之内按要求等待，否则停止并说明时间',
      degrade: '按配置降级：缓存、备用、拆分、排队；最后说明什么不可用以及到何时',
      again: '再试：带抖动的退避，直到次数、重试预算或期限用尽',
      verify: '“结果未知”：绝不盲目重发，先核实',
      operator: '不重试；需要运维人员查看',
      repeat_failed: '列出两部分，只重试失败且允许重试的项目',
      end: '先响应，再有序结束进程',
      deliver: '原样交付',
      refer: '不重试；详情在日志中，可按参考编号查找',
    },
  },
  foreign: {
    '-32000':
      '并非来自 Breakwater。SDK 用它表示连接已关闭，或表示拒绝的 HTTP 请求；服务器用它表示各种情况，请看消息内容。',
    '-32001':
      '并非来自 Breakwater。在 SDK 中表示请求超过自身的超时或被取消；通过 HTTP 来自服务器时，表示会话不存在或已失效。',
    '-32002': '资源不存在（协议修订版 2025-11-25 及更早）；之后的修订版使用 -32602。',
    '-32042': '并非来自 Breakwater。在协议修订版 2025-11-25 中，服务器要求用户先打开一个页面。',
  },
  page: {
    title: '故障',
    intro:
      'Breakwater 报告的每个失败都属于下列种类之一，写在错误的 `data.kind` 或结果的 ' +
      '`_meta["dev.breakwater/fault"]` 中。请按种类判断：多个种类可能共用一个编号。' +
      '`breakwater explain KIND` 或 `breakwater explain CODE` 会打印这里的内容。',
    treeTitle: '失败的处理过程',
    tableTitle: '所有种类',
    kindsTitle: '逐一说明',
    kind: '种类',
    codes: '编号',
    legacy: '2025-11-25 及更早',
    modern: '2026-07-28 起',
    noCode: '无',
    http: 'HTTP',
    layer: '层',
    passes: '会自行消失',
    retry: '重试',
    wait: '无人指定时的等待',
    faultOf: '责任方',
    mends: '由谁修复',
    action: '恢复动作',
    message: '消息',
    advice: '怎么办',
    path: '在决策树中',
    colon: '：',
    nothing: (query, near) =>
      `没有名为“${query}”的种类或编号。${near.length === 0 ? '' : `是否想查 ${near.join('、')}？`}`,
  },
  terms: {
    layer: { transport: '传输', protocol: '协议', business: '业务', dependency: '依赖' },
    passes: {
      yes: '是',
      perhaps: '也许',
      unknown: '未知',
      later: '稍后',
      at_reset: '重置时',
      per_item: '逐项',
      no: '否',
    },
    retry: { safe: '安全', unsafe: '不安全', judgement: '需要判断', never: '从不' },
    party: { caller: '调用方', user: '用户', server: '服务器', dependency: '依赖', operator: '运维人员', nobody: '无' },
    mender: { caller: '调用方', user: '用户', server: '服务器', operator: '运维人员', time: '时间', nobody: '无' },
  },
};

function refusals({ field, expected, received, issues }: Words): string | undefined {
  const all = issues.length > 0 ? issues : field === undefined ? [] : [toIssue(field, expected, received)];
  return all.length === 0 ? undefined : `参数${all.map(refusal).join('；')}。`;
}

function refusal({ field, expected, received }: FaultIssue): string {
  const must = expected === undefined ? `“${field}”无效` : `“${field}”${mustBe(expected)}`;
  return received === undefined ? must : `${must}，实际为“${received}”`;
}

/** A blank stands only between Chinese and what isn't. */
function mustBe(expected: string): string {
  return /^\p{Script=Han}/u.test(expected) ? `应为${expected}` : `应为 ${expected}`;
}

function toIssue(field: string, expected: string | undefined, received: string | undefined): FaultIssue {
  return { field, ...(expected !== undefined && { expected }), ...(received !== undefined && { received }) };
}

function quoted(name: string | undefined): string {
  return name === undefined ? '' : `“${name}”`;
}

function needs(required: string | undefined): string {
  return required === undefined ? '' : `，需要 ${required}`;
}
