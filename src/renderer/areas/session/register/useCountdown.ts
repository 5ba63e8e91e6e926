import { useEffect, useState } from 'react'

/** Seconds that are left; `start` begins again from `seconds`. */
export function useCountdown(seconds: number): { left: number; start: () => void } {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  useEffect(() => {
    if (end === 0) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= end) setEnd(0)
    }, 250)
    return () => clearInterval(timer)
  }, [end])
  const start = (): void => {
    setNow(Date.now())
    setEnd(Date.now() + seconds * 1000)
  }
  return { left: end === 0 ? 0 : left, start }
}
