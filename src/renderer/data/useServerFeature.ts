import { useRead } from './useRead.ts'

/** Whether the connected server has this extension (`system.capabilities`); false until it answers. */
export function useServerFeature(feature: string): boolean {
  const { data } = useRead('system.capabilities', {}, { quiet: true })
  return data?.features.includes(feature) ?? false
}
