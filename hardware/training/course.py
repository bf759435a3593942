"""What courses of lessons have in common: the optimiser, its pace, and the mean of the net's late states."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

RATE = 2.5e-3
_LEAST_RATE, _LONGEST_STEP = 1e-5, 5.0


class Course:
    """A net that is being taught; `average` is the mean of its late states, which is what ships."""

    def __init__(self, torch: Any, net: Any, decay: float, mean_of: float) -> None:
        """`decay` is that of the weights; `mean_of` is how much of the mean stays at each step."""
        self._torch = torch
        self.net = net.to(memory_format=torch.channels_last)
        self._optimiser = torch.optim.AdamW(self.net.parameters(), lr=RATE, weight_decay=decay)
        averaging = torch.optim.swa_utils.get_ema_multi_avg_fn(mean_of)
        self.average = torch.optim.swa_utils.AveragedModel(self.net, multi_avg_fn=averaging, use_buffers=True)

    def pace(self, warm: float, share: float) -> None:
        """Set how fast is learnt: `warm` of the whole rate (at most 1), at this share of the course."""
        for group in self._optimiser.param_groups:
            fall = 0.5 + 0.5 * np.cos(np.pi * share)
            group["lr"] = float(RATE * min(1.0, warm) * fall + _LEAST_RATE)

    def learn(self, loss: Any) -> None:
        """Go one step down a loss."""
        self._optimiser.zero_grad()
        loss.backward()
        self._torch.nn.utils.clip_grad_norm_(self.net.parameters(), _LONGEST_STEP)
        self._optimiser.step()
        self.average.update_parameters(self.net)


def one_core(torch: Any, seed: int) -> None:
    """Let a course run on one core, from this seed."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(seed)
