import { configure, getConfig } from '@testing-library/react'
import * as react from 'react'

const { getElementError } = getConfig()
const withoutPage = (message: string): Error =>
  Object.assign(new Error(message), { name: 'TestingLibraryElementError' })
const isWaiting = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true

/** Waits as long as our screens take, and no longer than it must for what nobody reads. */
export function configureTestingLibrary(): void {
  configure({
    defaultHidden: false,
    // The first visit of a screen loads its code.
    asyncUtilTimeout: 5000,
    // Whoever waits for an element asks again and again; the page is drawn once, for the error in the end.
    getElementError: (message, container) =>
      message !== null && isWaiting() ? withoutPage(message) : getElementError(message, container),
  })
  // React would take a stack trace of each element that it makes, for its warnings.
  const internals: unknown = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
  if (typeof internals === 'object' && internals)
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
      configurable: true,
      get: () => Infinity,
      set: () => {},
    })
}
