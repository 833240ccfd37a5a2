/** Two short buzzes and a short sound, if the page is in front of the driver. */
export function callAttention() {
  if (document.visibilityState !== 'visible') return
  navigator.vibrate?.([120, 80, 120])
  beep()
}

/** Silent until the driver has touched the page once: browsers allow no sound before that. */
function beep() {
  try {
    const audio = new AudioContext()
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    volume.gain.value = 0.2
    tone.frequency.value = 880
    tone.connect(volume).connect(audio.destination)
    tone.onended = () => void audio.close()
    tone.start()
    tone.stop(audio.currentTime + 0.25)
  } catch {
    // A phone without sound still shows the banner.
  }
}
