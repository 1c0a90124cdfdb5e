import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '@filemill/errors';
import { type EngineFactory, jobMemory, resourceLimits } from '@filemill/worker';

/** The instruments of General MIDI, of Debian's package timgm6mb-soundfont. */
const INSTRUMENTS = '/usr/share/sounds/sf2/TimGM6mb.sf2';
/** Without its shell, MIDI devices and sound card; `-g`: an orchestra does not clip. Reads only what an instrument needs. */
const QUIETLY = ['-q', '-n', '-i', '-g', '0.5', '-r', '44100', '-o', 'synth.dynamic-sample-loading=1'];
const PROCESSES = 16;
/** A hundredth of a second. */
const LEAST_BYTES = 1_764;
/** Four hours, the longest that is accepted, in 16 bits and two channels. */
const MAX_SOUND_BYTES = 2_700_000_000;

/**
 * Plays the notes of a MIDI file with fluidsynth into a WAV, in one process per job.
 *
 * Can it leave the jail? Only by a flaw of the kernel. What could it do? See the one file: no network, no other file. Its
 * shell, which knows commands that read files, is off, and no file with commands is given to it.
 */
export const createEngine: EngineFactory = async (context) => {
  const program = context.program('fluidsynth');
  const { cpuSeconds } = resourceLimits('audio', 0);
  return {
    id: 'fluidsynth',
    async convert(step, signal) {
      const output = `/job/out/${basename(step.output.path)}`;
      const result = await context.run({
        program,
        args: [
          ...QUIETLY,
          '-F',
          output,
          '-T',
          'wav',
          '-O',
          's16',
          INSTRUMENTS,
          `/job/in/${basename(step.input.path)}`,
        ],
        folder: step.folder,
        limits: {
          wallMs: Math.max(1, step.deadlineMs - context.clock.nowMs()),
          cpuSeconds,
          ...jobMemory('fluidsynth'),
          fileBytes: MAX_SOUND_BYTES,
          processes: PROCESSES,
        },
        signal,
      });
      // It ends with 0 when it cannot read a file, and leaves a sound of no length.
      const isEmpty = result.exitCode === 0 && (await stat(step.output.path)).size < LEAST_BYTES;
      const isFaulty = isEmpty || result.stderr.includes('fluidsynth: error:');
      if (result.exitCode !== 0 || isFaulty) {
        const cause = new Error(
          `fluidsynth ended with ${result.exitCode ?? result.exitSignal}: ${result.stderr}`,
        );
        throw new AppError(result.exitCode === null ? 'ENGINE_FAILED' : 'FILE_CORRUPT', {}, { cause });
      }
      return { outputs: [step.output.path], losses: [], expected: {} };
    },
  };
};
