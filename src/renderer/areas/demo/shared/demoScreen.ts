import { BoardRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { defineScreen, type Screen } from '#renderer/ui/page/screen.ts'

/** A page of the demonstration: not in the navigation, reached from 组件演示 and from its neighbours. */
export const demoScreen = (path: string, title: string, load: Screen['load']): Screen =>
  defineScreen({ path, title, menu: MENU.demo, icon: BoardRegular, listed: false, forSuper: true, load })
