import type { Call } from '../call.ts';
import type { SettingLevel, TimeLimit } from '../plan.ts';

const settingNames = {
  en: { tool: 'set for this tool', server: 'set for this server', defaults: 'set under defaults', 'built-in': 'the default' },
  zh: { tool: '由该工具的配置设定', server: '由该服务器的配置设定', defaults: '由 defaults 设定', 'built-in': '默认值' },
} as const satisfies Record<string, Record<SettingLevel, string>>;

/**
 * Says which limit ended a call, how long it is and who set it.
 *
 * @param suspected What the server has said meanwhile about a request that it didn't name.
 */
export function describeTimeout(name: 'deadline' | 'timeout' | 'idleTimeout', limit: TimeLimit, call: Call, suspected?: string): string {
  const sentence = describeLimit(name, limit, call);
  if (suspected === undefined) return sentence;
  return call.plan.locale === 'zh'
    ? `${sentence} 服务器报告过一个未注明所属请求的错误：${suspected}`
    : `${sentence} The server reported an unattributed error meanwhile: ${suspected}`;
}

function describeLimit(name: 'deadline' | 'timeout' | 'idleTimeout', limit: TimeLimit, call: Call): string {
  const { target, plan } = call;
  const what = target.kind === 'method' ? target.name : `'${target.name}'`;
  const length = formatDuration(limit.ms);
  const setting = `${name}, ${settingNames[plan.locale][limit.setBy]}`;
  if (plan.locale === 'zh')
    return name === 'idleTimeout'
      ? `服务器“${target.server}”的 ${what} 已有 ${length} 没有任何动静（${setting}）。`
      : `服务器“${target.server}”的 ${what} 未在 ${length} 内回应（${setting}）。`;
  return name === 'idleTimeout'
    ? `${what} on server '${target.server}' gave no sign of life for ${length} (${setting}).`
    : `${what} on server '${target.server}' did not answer within ${length} (${setting}).`;
}

/** Writes a length of time for people: `250 ms`, `2 s`, `1.5 s`, `10 min`, `2 h`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Number((ms / 1_000).toFixed(1))} s`;
  if (ms < 7_200_000) return `${Number((ms / 60_000).toFixed(1))} min`;
  return `${Number((ms / 3_600_000).toFixed(1))} h`;
}
