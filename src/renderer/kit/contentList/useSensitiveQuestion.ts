import { useState } from 'react'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { asAppError, showError } from '#renderer/data/errors.ts'

/** Words that stand in what was to be published, and how to go on all the same. */
export interface SensitiveQuestion {
  hits: readonly SensitiveHit[]
  accept: () => void
}

/** What a refusal says of sensitive words (contract: acceptSensitive); empty for every other refusal. */
export function sensitiveIn(error: unknown): SensitiveHit[] {
  const { code, details } = asAppError(error)
  const text = details.facts?.['sensitive']
  if (code !== 'conflict' || typeof text !== 'string') return []
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? (parsed as SensitiveHit[]) : []
  } catch {
    return []
  }
}

/**
 * Publishing asks first when sensitive words stand in it. `attempt` publishes; what is refused for them is asked, any
 * other refusal shown.
 */
export function useSensitiveQuestion() {
  const [question, setQuestion] = useState<SensitiveQuestion | null>(null)
  const attempt = async (publish: (acceptSensitive: boolean) => Promise<unknown>): Promise<void> => {
    try {
      await publish(false)
    } catch (error) {
      const hits = sensitiveIn(error)
      if (hits.length === 0) return showError(error)
      // A second refusal is no question any more.
      setQuestion({ hits, accept: () => void publish(true).catch(showError) })
    }
  }
  return { question, attempt, close: () => setQuestion(null) }
}
