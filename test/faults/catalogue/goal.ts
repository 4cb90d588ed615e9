/** What the product holds itself to. */
export const goal = {
  areas: ['ST', 'PR', 'UP', 'QR'],
  leastAutomated: 85,
} as const
