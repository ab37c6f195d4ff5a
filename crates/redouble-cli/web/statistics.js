// Means and shares with their 95 % intervals.

/** 97.5 % of Student's t for 1 to 30 degrees of freedom; 1.96 beyond is near enough for a table of games. */
const T = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101,
  2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042];

/** @typedef {{ value: number, low: number, high: number }} Estimate */

/** @param {number[]} sample @returns {Estimate} */
export function mean(sample) {
  const n = sample.length;
  const value = sample.reduce((sum, x) => sum + x, 0) / n;
  if (n < 2) return { value, low: -Infinity, high: Infinity };
  const deviation = Math.sqrt(sample.reduce((sum, x) => sum + (x - value) ** 2, 0) / (n - 1));
  const half = ((T[n - 2] ?? 1.96 + 2.4 / n) * deviation) / Math.sqrt(n);
  return { value, low: value - half, high: value + half };
}

/** The share of hits with Wilson's interval. @param {number} hits @param {number} trials @returns {Estimate} */
export function share(hits, trials) {
  const [z, p] = [1.959964, hits / trials];
  const [middle, whole] = [p + (z * z) / (2 * trials), 1 + (z * z) / trials];
  const half = z * Math.sqrt((p * (1 - p)) / trials + (z * z) / (4 * trials * trials));
  return { value: p, low: Math.max(0, (middle - half) / whole), high: Math.min(1, (middle + half) / whole) };
}
