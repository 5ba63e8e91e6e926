import { useRead } from './useRead.ts'

/** Does the connected server offer this addition of ours (`system.capabilities`)? false until it has said so. */
export function useServerFeature(feature: string): boolean {
  const { data } = useRead('system.capabilities', {}, { quiet: true })
  return data?.features.includes(feature) ?? false
}
