import { useEffect } from 'react'

/** Runs `action` on Ctrl or Cmd with the key, unless a modal dialog is open. */
export function useShortcut(key: string, action: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (event.key.toLowerCase() !== key || document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [key, action])
}
