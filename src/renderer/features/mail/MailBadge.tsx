import { CounterBadge } from '@fluentui/react-components'
import { useMailCounts } from './useMailCounts.ts'

const Count = ({ count }: { count: number }) =>
  count === 0 ? null : <CounterBadge size="small" color="danger" count={count} overflowCount={99} />

/** The number of unread mails, for the navigation; renders nothing without any. */
export const MailBadge = () => <Count count={useMailCounts().mail} />

/** The number of unread documents. */
export const DocumentBadge = () => <Count count={useMailCounts().circulationDocuments} />
