import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'

/** A·§9: the error pages lead home after this many seconds. */
const SECONDS = 5

/** Counts down and then goes home. Answers the seconds left and the way to go at once. */
export function useHomeCountdown(): { left: number; goHome: () => void } {
  const navigate = useNavigate()
  const [left, setLeft] = useState(SECONDS)

  useEffect(() => {
    if (left === 0) void navigate('/', { replace: true })
    const timer = setTimeout(() => setLeft((seconds) => Math.max(seconds - 1, 0)), 1000)
    return () => clearTimeout(timer)
  }, [left, navigate])

  return { left, goHome: () => void navigate('/', { replace: true }) }
}
