/** How long a voice note can be. */
export const maxVoiceNoteMs = 60_000;
/** The limit for a recording as it is sent: a minute takes a fifth of it in most browsers, half in others. */
export const maxVoiceNoteBytes = 2 * 1024 * 1024;
/** In a waveform. */
export const waveformBars = 48;
