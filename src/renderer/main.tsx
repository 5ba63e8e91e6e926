import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { must } from '#shared/util/assertNever.ts'
import { App } from './app/App.tsx'
import { Providers } from './app/Providers.tsx'
import { RootBoundary } from './app/RootBoundary.tsx'
import { refuseStrayDrops } from './app/strayDrops.ts'

refuseStrayDrops()

createRoot(must(document.getElementById('root'), 'index.html has the root element')).render(
  <StrictMode>
    <RootBoundary>
      <Providers>
        <App />
      </Providers>
    </RootBoundary>
  </StrictMode>,
)
