import type { Message } from '@breakwater/core';
import type { MergedLists } from './merged-lists.ts';
import type { Upstream } from '../server/upstream.ts';

/** What a host wants to hear of, or what a server has agreed to tell, as in `params.notifications` (S26/basic/subscriptions). */
export type SubscriptionFilter = Readonly<Record<string, unknown>>;

/** The lists whose changes can be subscribed to: the capability, and the notification that tells of a change. */
const listFlags = {
  toolsListChanged: ['tools', 'notifications/tools/list_changed'],
  promptsListChanged: ['prompts', 'notifications/prompts/list_changed'],
  resourcesListChanged: ['resources', 'notifications/resources/list_changed'],
} as const;

/** The filter in a `subscriptions/listen` or its acknowledgement; undefined where there is none. */
export function filterIn(message: Message): SubscriptionFilter | undefined {
  const span = message.find(message.paramsSpan, 'notifications');
  const value = span === undefined ? undefined : message.valueAt(span);
  // Sound: any object's members may be read as unknown.
  return typeof value === 'object' && value !== null ? (value as SubscriptionFilter) : undefined;
}

/** Gives each server its part of a filter: the lists that it announces, and the resources that are its own. */
export async function shareOut(
  filter: SubscriptionFilter,
  upstreams: readonly Upstream[],
  lists: Pick<MergedLists, 'knownServerOf' | 'serverOf'>,
): Promise<ReadonlyMap<Upstream, SubscriptionFilter>> {
  const [only] = upstreams;
  // Nothing has to be divided, and what we don't know the server may.
  if (only !== undefined && upstreams.length === 1) return new Map([[only, filter]]);
  const uris = [...new Set(urisIn(filter))];
  const owners = (): Promise<readonly (Upstream | undefined)[]> =>
    Promise.all(uris.map((uri) => lists.knownServerOf(uri)));
  let owned = await owners();
  const unlisted = uris[owned.indexOf(undefined)];
  if (unlisted !== undefined) {
    // One look at the lists is for all that they don't show.
    await lists.serverOf(unlisted);
    owned = await owners();
  }
  const shares = upstreams.map((upstream): [Upstream, SubscriptionFilter] => {
    const announced = listsIn(filter, (capability) => declares(upstream, capability, 'listChanged'));
    const own = declares(upstream, 'resources', 'subscribe') ? uris.filter((_uri, at) => owned[at] === upstream) : [];
    return [upstream, own.length === 0 ? announced : { ...announced, resourceSubscriptions: own }];
  });
  return new Map(shares.filter(([, share]) => Object.keys(share).length > 0));
}

/** The lists that a filter names, by the capabilities that they belong to. */
export function listsIn(filter: SubscriptionFilter, wanted: (capability: string) => boolean): SubscriptionFilter {
  const lists = Object.entries(listFlags).filter(([flag, [capability]]) => filter[flag] === true && wanted(capability));
  return Object.fromEntries(lists.map(([flag]) => [flag, true]));
}

/** All that several filters ask for or agree to, as one. */
export function unite(filters: readonly SubscriptionFilter[]): SubscriptionFilter {
  const uris = filters.flatMap(urisIn);
  const members = Object.fromEntries(filters.flatMap((filter) => Object.entries(filter)));
  return uris.length > 0 ? { ...members, resourceSubscriptions: uris } : members;
}

/** The notifications that would tell of a change of everything that a filter names: methods and parameters. */
export function changesOf(filter: SubscriptionFilter): readonly (readonly [string, object])[] {
  const lists = Object.entries(listFlags).filter(([flag]) => filter[flag] === true);
  return [
    ...lists.map(([, [, method]]) => [method, {}] as const),
    ...urisIn(filter).map((uri) => ['notifications/resources/updated', { uri }] as const),
  ];
}

function urisIn({ resourceSubscriptions: uris }: SubscriptionFilter): readonly string[] {
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
}

/** Whether a server has declared this of something that it has. */
export function declares({ capabilities }: Upstream, capability: string, flag: string): boolean {
  const declared = capabilities[capability];
  // Sound: any object's members may be read as unknown.
  return typeof declared === 'object' && declared !== null && (declared as SubscriptionFilter)[flag] === true;
}
