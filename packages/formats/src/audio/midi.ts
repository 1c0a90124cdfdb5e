import { defineFormat } from '../define/format.js';
import { at, magic } from '../define/signature.js';
import { readMidi } from '../media/readers/midi.js';

/** Notes for instruments (Standard MIDI Files 1.0), also in RIFF; a synthesiser plays them. */
export const mid = defineFormat({
  id: 'mid',
  label: 'MIDI',
  category: 'audio',
  extensions: ['mid', 'midi', 'rmi', 'kar'],
  mimeTypes: ['audio/midi', 'audio/x-midi'],
  signature: [at(0, 'MThd'), magic({ 0: 'RIFF', 8: 'RMID' })],
  limits: readMidi,
  read: { fluidsynth: { as: 'notes' } },
});

/** WAV between the synthesiser and ffmpeg. */
export const playedNotes = defineFormat({
  id: 'played',
  label: 'WAV',
  category: 'audio',
  extensions: ['wavn'],
  mimeTypes: ['audio/wav'],
  internal: true,
  read: { ffmpeg: { as: 'audio', demuxer: 'wav' } },
  write: { fluidsynth: { from: ['notes'] } },
});
