import { DocumentArrowRightRegular } from '@fluentui/react-icons'
import { MENU } from '#shared/domain/systemMenus.ts'
import { DocumentBadge } from '#renderer/features/mail/MailBadge.tsx'
import { defineScreen } from '#renderer/ui/page/screen.ts'

export const screen = defineScreen({
  path: '/my/document-circulation',
  title: '公文流转',
  command: '发布公文…',
  menu: MENU.documents,
  icon: DocumentArrowRightRegular,
  badge: DocumentBadge,
  load: () => import('./DocumentCirculation.tsx').then((module) => module.DocumentCirculation),
})
