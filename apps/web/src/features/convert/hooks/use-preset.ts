import { useEffect, useState } from 'react';
import { type Preset, takePreset } from '../../../lib/preset.js';
import type { Queue } from '../model/queue.js';

/** The format and the settings that new files get. */
export interface PresetState {
  readonly preset: Preset | undefined;
  /** Whether the user has just come to this page for it. */
  readonly isPresetNew: boolean;
  readonly dropPreset: () => void;
}

/** Takes over what another page has asked for, until the user drops it. */
export function usePreset(queue: Queue): PresetState {
  const [preset, setPreset] = useState(queue.preset);
  const [isPresetNew, setNew] = useState(false);
  const change = (next: Preset | undefined) => {
    queue.preset = next;
    setPreset(next);
  };
  useEffect(() => {
    const asked = takePreset();
    if (!asked) return;
    change(asked);
    setNew(true);
  }, []);
  return { preset, isPresetNew, dropPreset: () => change(undefined) };
}
