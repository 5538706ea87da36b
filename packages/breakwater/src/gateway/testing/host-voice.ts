import { HostVoice, type HostVoiceOptions } from '../host/host-voice.ts';

/** Makes a voice as it is where nothing is configured; what it tells the log of bugs ends the test. */
export function aVoice(own: Partial<HostVoiceOptions> = {}): HostVoice {
  return new HostVoice({
    errors: 'result',
    locale: 'en',
    codes: {},
    support: undefined,
    newCorrelationId: () => 'c',
    onBug: (error) => {
      throw error;
    },
    ...own,
  });
}
