import { configure, getConfig } from '@testing-library/react'
import * as react from 'react'

const { getElementError } = getConfig()
const withoutPage = (message: string): Error =>
  Object.assign(new Error(message), { name: 'TestingLibraryElementError' })
const isWaiting = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true

/** What every test file begins with, whatever the one before it in the same window wanted. */
export function beginTestingLibrary(): void {
  // The first visit of a screen loads its code, and a machine under load answers late.
  configure({ defaultHidden: false, asyncUtilTimeout: 15_000 })
}

/** Waits no longer than it must for what nobody reads. Once for a window. */
export function completeTestingLibrary(): void {
  configure({
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
