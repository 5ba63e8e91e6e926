import { useRead } from '#renderer/data/useRead.ts'

/**
 * Can one register at the connected server? Another vendor's knows no such question: it may be tried there. Neither while
 * it has not answered.
 */
export function useRegisters(): boolean {
  const { data, error } = useRead('registration.state', {}, { quiet: true })
  return data?.isOpen ?? error?.code === 'not-found'
}
