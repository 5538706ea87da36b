export type { Command, Terminal } from './cli/command.ts';
export { main } from './cli/main.ts';
