import { asText } from './responder/server.ts';
import { runFake } from './responder/run-fake.ts';

// Has resources to subscribe to. The tool `touch` {uri} says that one has changed, whoever is subscribed; `subscribed` tells
// which ones somebody is subscribed to, and `die` ends the process.
await runFake(() => {
  const subscribed = new Set<string>();
  return {
    capabilities: { tools: {}, resources: { subscribe: true } },
    tools: {
      touch: {
        call({ args, wire }) {
          wire.send({ method: 'notifications/resources/updated', params: { uri: args['uri'] } });
          return 'touched';
        },
      },
      subscribed: { call: () => [...subscribed].join(' ') },
      die: { call: () => process.exit(1) },
    },
    methods: {
      'resources/list': () => ({ resources: ['one', 'two'].map((name) => ({ uri: `test://${name}`, name })) }),
      'resources/subscribe'({ params }) {
        subscribed.add(asText(params['uri']));
        return {};
      },
      'resources/unsubscribe'({ params }) {
        subscribed.delete(asText(params['uri']));
        return {};
      },
    },
  };
});
