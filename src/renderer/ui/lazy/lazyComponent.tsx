import { type ComponentType, createElement, type ReactNode } from 'react'
import { LazyCode, useLazyCode } from './lazyCode.ts'

/**
 * A component whose code is loaded on first use.
 * @param placeholder is rendered meanwhile
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: ReactNode = null,
): ComponentType<P> {
  const lazy = new LazyCode(load)
  return function Lazy(props: P) {
    const code = useLazyCode(lazy)
    return code ? createElement(code, props) : placeholder
  }
}
