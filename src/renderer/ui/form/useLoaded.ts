import { useEffect, useState } from 'react'

interface Loaded<T> {
  data: T | undefined
  error: Error | undefined
  retry: () => void
}

/** Loads once, past the cache; again on `retry`. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [first] = useState(() => load)
  const [tries, setTries] = useState(0)
  const [result, setResult] = useState<Pick<Loaded<T>, 'data' | 'error'>>({ data: undefined, error: undefined })

  useEffect(() => {
    let isActive = true
    first().then(
      (data) => isActive && setResult({ data, error: undefined }),
      (error: unknown) =>
        isActive && setResult({ data: undefined, error: error instanceof Error ? error : new Error(String(error)) }),
    )
    return () => {
      isActive = false
    }
  }, [first, tries])

  const retry = (): void => {
    setResult({ data: undefined, error: undefined })
    setTries((n) => n + 1)
  }
  return { ...result, retry }
}
