import { HomeRegular } from '@fluentui/react-icons'
import { describe, expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen, type Screen } from '#renderer/ui/page/screen.ts'
import { redirectTarget } from '#renderer/ui/page/redirect.ts'
import { aSession } from '#tests/builders/session.ts'
import { guard } from './guard.ts'

const screen = (changes: Partial<Screen> = {}): Screen =>
  defineScreen({
    path: '/site/template/list',
    title: '模板列表',
    menu: MENU.templates,
    icon: HomeRegular,
    load: () => Promise.reject(new Error('not loaded here')),
    ...changes,
  })
const granted = (menuId: number) =>
  aSession({ groupId: 9, siteItemDTOList: [{ siteId: 0, menuItemDTOList: [{ menuId, settingList: [] }] }] })
const visit = (changes: Partial<Parameters<typeof guard>[0]> = {}): string | null =>
  guard({
    screen: screen(),
    session: aSession(),
    here: '/site/template/list',
    hasSeenForbidden: false,
    usedBefore: false,
    ...changes,
  })

describe('the guard', () => {
  it('lets a granted menu through and sends others to 403', () => {
    expect(visit({ session: granted(MENU.templates) })).toBeNull()
    expect(visit({ session: granted(MENU.siteList) })).toBe('/403')
  })

  it('asks for a connection first, then for a session, and comes back afterwards', () => {
    expect(visit({ session: aSession({ state: 'none' }) })).toBe('/connect')
    expect(visit({ session: aSession({ state: 'signed-out' }) })).toBe('/login?redirect=%2Fsite%2Ftemplate%2Flist')
    const expired = visit({ session: aSession({ state: 'expired' }), here: '/a?b=1' })
    expect(expired).toBe('/login?exit=true&redirect=%2Fa%3Fb%3D1')
    expect(redirectTarget(new URL(`http://x${expired}`).search)).toBe('/a?b=1')
  })

  it('begins afresh after signing out: the page may not be one of the next account', () => {
    expect(visit({ session: aSession({ state: 'signed-out' }), usedBefore: true })).toBe('/login')
    expect(visit({ session: aSession({ state: 'expired' }), usedBefore: true })).toContain('redirect=')
  })

  it('shows open screens to everyone', () => {
    expect(visit({ screen: screen({ frame: 'open' }), session: aSession({ state: 'none' }) })).toBeNull()
  })

  it('sends an account without a role to the message once and then home, without a loop [A-013]', () => {
    const nobody = aSession({ groupId: 9 })
    const home = screen({ path: '/index', menu: null })
    expect(visit({ screen: home, session: nobody })).toBe('/403')
    expect(visit({ screen: home, session: nobody, hasSeenForbidden: true })).toBeNull()
    expect(visit({ session: nobody, hasSeenForbidden: true })).toBe('/403')
  })

  it('leads the documents’ other address of a list column to its list', () => {
    expect(visit({ screen: undefined, here: '/content/list/12?page=2' })).toBe('/admin/model_manage/12?page=2')
    expect(visit({ screen: undefined, here: '/content/list/none' })).toBe('/404')
  })

  it('has a password that an administrator gave changed before anything else', () => {
    const session = aSession({ mustChangePassword: true })
    expect(visit({ session, here: '/a?b=1' })).toBe('/first-password?redirect=%2Fa%3Fb%3D1')
    const first = screen({ path: '/first-password', menu: null, frame: 'bare' })
    expect(visit({ session, screen: first, here: '/first-password' })).toBeNull()
    expect(visit({ screen: first, here: '/first-password' })).toBe('/')
    expect(visit({ screen: first, here: '/first-password?redirect=%2Fa%3Fb%3D1' })).toBe('/a?b=1')
    expect(visit({ session: aSession({ mustChangePassword: true, state: 'expired' }) })).toContain('/login?exit=true')
  })

  it('has a second factor set up that the group demands, after the password', () => {
    const session = aSession({ mustSetUpFactor: true })
    expect(visit({ session, here: '/a?b=1' })).toBe('/second-factor?redirect=%2Fa%3Fb%3D1')
    const setUp = screen({ path: '/second-factor', menu: null, frame: 'bare' })
    expect(visit({ session, screen: setUp, here: '/second-factor' })).toBeNull()
    expect(visit({ screen: setUp, here: '/second-factor' }), 'its recovery codes are still to be read').toBeNull()
    const first = screen({ path: '/first-password', menu: null, frame: 'bare' })
    const done = { session, screen: first, here: '/first-password?redirect=%2Fa' }
    expect(visit(done)).toBe('/second-factor?redirect=%2Fa')
    expect(visit({ session: { ...session, mustChangePassword: true }, here: '/a' })).toContain('/first-password')
    expect(visit({ session: { ...session, state: 'signed-out' } })).toContain('/login')
  })

  it('leads / home and unknown addresses to 404', () => {
    expect(visit({ screen: undefined, here: '/' })).toBe('/index')
    expect(visit({ screen: undefined, here: '/nowhere' })).toBe('/404')
  })
})

describe('the redirect target', () => {
  it.each([
    ['?redirect=%2Fsite%2Flist', '/site/list'],
    ['', '/'],
    ['?redirect=%2F404', '/'],
    ['?redirect=%2F403', '/'],
    ['?redirect=%2Flogin%3Fexit%3Dtrue', '/'],
    ['?redirect=https%3A%2F%2Felsewhere.example', '/'],
    ['?redirect=%2F%2Felsewhere.example', '/'],
  ])('of %s is %s [C-010]', (search, target) => {
    expect(redirectTarget(search)).toBe(target)
  })
})
