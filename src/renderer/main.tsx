import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { requireValue } from '#shared/util/assertNever.ts'
import { App } from './app/App.tsx'
import { Providers } from './app/Providers.tsx'
import { RootBoundary } from './app/RootBoundary.tsx'

/** Files that are dropped where nothing takes them: the browser would leave the page for them, and with it what is being written. */
function refuseStrayDrops(): void {
  const refuse = (event: DragEvent): void => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    if (event.target instanceof HTMLInputElement && event.target.type === 'file') return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  for (const type of ['dragenter', 'dragover', 'drop'] as const) window.addEventListener(type, refuse)
}

refuseStrayDrops()

createRoot(requireValue(document.getElementById('root'), 'index.html has the root element')).render(
  <StrictMode>
    <RootBoundary>
      <Providers>
        <App />
      </Providers>
    </RootBoundary>
  </StrictMode>,
)
