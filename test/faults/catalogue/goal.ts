/** The goals of the product. */
export const goal = {
  areas: ['ST', 'PR', 'UP', 'QR'],
  leastAutomated: 85,
} as const
