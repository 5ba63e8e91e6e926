import { type ComponentType, createElement, type ReactNode } from 'react'
import { LateCode, useLateCode } from './lateCode.ts'

/**
 * A component whose code is loaded on first use.
 * @param waiting stands in its place meanwhile
 */
export function late<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): ComponentType<P> {
  const lateCode = new LateCode(load)
  return function Late(props: P) {
    const code = useLateCode(lateCode)
    return code ? createElement(code, props) : waiting
  }
}
