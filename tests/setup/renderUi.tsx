import { FluentProvider, webLightTheme } from '@fluentui/react-components'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { setBridge } from '#renderer/data/bridge.ts'
import { createQueryClient } from '#renderer/data/queryClient.ts'
import { DialogHost } from '#renderer/ui/dialogs/DialogHost.tsx'
import { Toaster } from '#renderer/ui/feedback/Toaster.tsx'
import { requireValue } from '#shared/util/assertNever.ts'
import { anAppInfo } from '#tests/builders/appInfo.ts'
import { aSettings } from '#tests/builders/settings.ts'
import { FakeBridge } from '#tests/fakes/bridge.ts'
import type { UpdateState } from '#shared/contract/update.ts'
import { aSession } from '#tests/builders/session.ts'

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

/** The address that the page stands at. */
export const address = (): string =>
  requireValue(document.querySelector('output[aria-label="address"]'), 'renderUi shows it').innerHTML.replaceAll(
    '&amp;',
    '&',
  )

/** What the host knows of newer versions. */
export const aUpdate = (change: Partial<UpdateState> = {}): UpdateState => ({
  phase: 'idle',
  current: '0.1.0',
  version: '',
  notes: '',
  percent: 0,
  message: '',
  waitsFor: [],
  lookedAt: 0,
  returnedFrom: '',
  ...change,
})

/** A host with a signed-in session, default settings and no keychain facts of its own. */
export const aHost = (): FakeBridge =>
  new FakeBridge()
    .on('session.status', () => aSession())
    .on('settings.get', () => aSettings())
    .on('app.info', () => anAppInfo())
    .on('update.state', () => aUpdate({ phase: 'unsupported', message: '浏览器方式运行时不能从这里更新' }))
    .on('app.setUnsaved', () => null)

/** Draws a part of the product with all that it expects around it, over the given host. */
export function renderUi(ui: ReactNode, options: { host: FakeBridge; at?: string }): RenderResult {
  setBridge(options.host)
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[options.at ?? '/']}>
        <FluentProvider theme={webLightTheme}>
          {ui}
          <DialogHost />
          <Toaster />
        </FluentProvider>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
