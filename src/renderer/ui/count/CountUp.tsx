import { useEffect, useState } from 'react'

interface Props {
  value: number
  /** Digits behind the point. */
  digits?: number
  /** How long it runs, ms. */
  runMs?: number
}

const still = (): boolean => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

/** A number that runs up to its value; at once where the system asks for less motion. Readers hear the value alone. */
export function CountUp({ value, digits = 0, runMs = 800 }: Props) {
  const [shown, setShown] = useState(() => (still() ? value : 0))
  useEffect(() => {
    if (still()) return
    const begun = performance.now()
    let frame = 0
    const step = (now: number): void => {
      const part = Math.min(1, (now - begun) / runMs)
      setShown(value * (1 - (1 - part) ** 3))
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value, runMs])
  const format = (number: number): string =>
    number.toLocaleString('zh-CN', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return (
    <span role="img" aria-label={format(value)} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {format(still() ? value : shown)}
    </span>
  )
}
