const place = 'resit.sound'

/** Set for this computer, because the room is loud or quiet, not the person. */
export const hasSound = (): boolean => localStorage.getItem(place) !== 'off'

/** @returns whether the sound is on now */
export function toggleSound(): boolean {
  localStorage.setItem(place, hasSound() ? 'off' : 'on')
  return hasSound()
}

/** Two short tones, the second lower. */
export function chime(): void {
  if (!hasSound()) return
  const audio = new AudioContext()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  volume.gain.value = 0.2
  tone.frequency.value = 660
  tone.frequency.setValueAtTime(440, audio.currentTime + 0.2)
  tone.connect(volume).connect(audio.destination)
  tone.addEventListener('ended', () => void audio.close())
  tone.start()
  tone.stop(audio.currentTime + 0.45)
}
