import { createDOMRenderer, FluentProvider, makeStyles, RendererProvider, tokens } from '@fluentui/react-components'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient } from '#renderer/data/queryClient.ts'
import { DialogHost } from '#renderer/ui/dialogs/DialogHost.tsx'
import { Toaster } from '#renderer/ui/feedback/Toaster.tsx'
import { useTheme } from './useTheme.ts'

// The host puts a fresh nonce into every index.html; style elements need it (architecture.md, CSP).
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
const renderer = createDOMRenderer(document, nonce ? { styleElementAttributes: { nonce } } : {})
const client = createQueryClient()

const useStyles = makeStyles({
  provider: { backgroundColor: 'transparent' },
  root: { height: '100vh', backgroundColor: tokens.colorNeutralBackground3 },
})

function Themed({ children }: { children: ReactNode }) {
  const styles = useStyles()
  const { theme, dark } = useTheme()
  useLayoutEffect(() => {
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
  }, [dark])
  return (
    <FluentProvider theme={theme} className={styles.provider}>
      {/* Not on the provider itself, whose class is copied to every portal. */}
      <div className={styles.root}>{children}</div>
      <DialogHost />
      <Toaster />
    </FluentProvider>
  )
}

/** The providers that screens need: styles, query cache, routes, dialogs and toasts. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <RendererProvider renderer={renderer}>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <Themed>{children}</Themed>
        </BrowserRouter>
      </QueryClientProvider>
    </RendererProvider>
  )
}
