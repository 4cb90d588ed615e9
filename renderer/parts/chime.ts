const place = 'resit.sound'

/** Set for this computer, because the room is loud or quiet, not the person. */
export const hasSound = (): boolean => localStorage.getItem(place) !== 'off'

/** @returns whether the sound is on now */
export function toggleSound(): boolean {
  localStorage.setItem(place, hasSound() ? 'off' : 'on')
  return hasSound()
}

/** Two short tones: the second is higher for what is good, and lower for what is refused. */
export function chime(tone: 'good' | 'bad'): void {
  if (!hasSound()) return
  const audio = new AudioContext()
  const sound = audio.createOscillator()
  const volume = audio.createGain()
  volume.gain.value = 0.2
  sound.frequency.value = 660
  sound.frequency.setValueAtTime(tone === 'good' ? 880 : 440, audio.currentTime + 0.2)
  sound.connect(volume).connect(audio.destination)
  sound.addEventListener('ended', () => void audio.close())
  sound.start()
  sound.stop(audio.currentTime + 0.45)
}
