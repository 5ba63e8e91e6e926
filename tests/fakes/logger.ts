import type { Logger } from '#services/types.ts'

/** Keeps what is logged, as text, for tests that look into it. */
export function memoryLog(): Logger & { lines: string[] } {
  const lines: string[] = []
  const at =
    (level: string) =>
    (text: string, facts: Record<string, unknown> = {}): void =>
      void lines.push(`${level} ${text} ${JSON.stringify(facts)}`)
  return { lines, info: at('info'), warn: at('warn'), error: at('error') }
}
