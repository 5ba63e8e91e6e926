import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTabs } from './useTabs.ts'

/** Opens a screen by its path; one that is open already comes to the front as it was left, with its query. */
export function useOpen(): (path: string) => void {
  const navigate = useNavigate()
  const { tabs } = useTabs()
  return useCallback((path) => void navigate(tabs.find((tab) => tab.key === path)?.href ?? path), [navigate, tabs])
}
