import { ContentPage } from '#renderer/areas/content/shared/list/ContentPage.tsx'

/** Variant B of the content list, with reject and forward. */
export function ContentReview() {
  return <ContentPage review />
}
