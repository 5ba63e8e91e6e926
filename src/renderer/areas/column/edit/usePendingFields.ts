import { useEffect, useState } from 'react'

/** False at first, true once so many milliseconds have passed: what is over before needs no waiting to be shown. */
export function usePendingFields(ms: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return late
}
