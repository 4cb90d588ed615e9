const place = 'resit.sound'

/** A setting of this computer: it is the room that is loud or quiet. */
export const hasSound = (): boolean => localStorage.getItem(place) !== 'off'

/** @returns how it is now */
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
